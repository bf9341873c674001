//! Reading the lines of a decision.

use super::spelling::OPERATIONS;
use super::words::{Read, Words, index, number};
use super::{Given, Law, LinearSum, Number, Operation, Operator, Step};

/// What the next fact, variable and operator are called.
#[derive(Clone, Default)]
pub(super) struct Names {
    facts: usize,
    variables: usize,
    operators: usize,
    splits: Vec<(Names, usize, Number)>,
}

impl Names {
    /// `N:`, the number of the next fact.
    fn fact(&mut self, words: &mut Words<'_>) -> Read<()> {
        self.facts += 1;
        words.expect(&format!("{}:", self.facts))
    }

    /// The next variable.
    fn variable(&mut self, words: &mut Words<'_>) -> Read<()> {
        self.variables += 1;
        words.expect(&format!("v{}", self.variables - 1))
    }

    fn operator(&mut self, words: &mut Words<'_>) -> Read<()> {
        self.operators += 1;
        words.expect(&format!("{}:", self.operators))
    }

    pub fn given(&mut self, word: &str, words: &mut Words<'_>) -> Read<Given> {
        match word {
            "variable" => {
                self.variable(words)?;
                Ok(Given::Variable(words.rest().to_owned()))
            }
            "fact" => {
                self.fact(words)?;
                Ok(Given::Fact(words.fact()?, String::new()))
            }
            "let" => Ok(Given::Let(self.define(words)?)),
            "operator" => {
                self.operator(words)?;
                let result = words.variable()?;
                words.expect("=")?;
                let left = words.variable()?;
                let word = words.word()?;
                let operation = OPERATIONS.iter().find(|(_, spelling)| *spelling == word);
                let operation = operation.ok_or_else(|| format!("`{word}` is no operation"))?.0;
                let right = words.variable()?;
                words.expect("in")?;
                let ty = words.word()?;
                let signed = ty.starts_with('s');
                let width = ty.strip_prefix(['s', 'u']).and_then(|width| width.parse().ok());
                let width = width.ok_or_else(|| format!("`{ty}` is no type"))?;
                if operation == Operation::Convert && left != right {
                    return Err("a conversion has one operand".to_owned());
                }
                Ok(Given::Operator(Operator { operation, width, signed, result, left, right }))
            }
            _ => Err(format!("`{word}` is no line of a system")),
        }
    }

    /// `N: v7 = E`
    fn define(&mut self, words: &mut Words<'_>) -> Read<LinearSum> {
        self.fact(words)?;
        self.variable(words)?;
        words.expect("=")?;
        words.form()
    }

    pub fn step(&mut self, word: &str, words: &mut Words<'_>) -> Read<Step> {
        match word {
            "sum" => self.sum_step(words),
            "pair" | "exclude" => {
                self.fact(words)?;
                let (one, other) = (index(words.word()?)?, index(words.word()?)?);
                words.expect("gives")?;
                let fact = words.fact()?;
                Ok(match word {
                    "pair" => Step::Pair { one, other, fact },
                    _ => Step::Exclude { unequal: one, at_most: other, fact },
                })
            }
            "let" => Ok(Step::Let { form: self.define(words)? }),
            "interval" => {
                self.fact(words)?;
                let operator = index(words.word()?)?;
                words.expect("by")?;
                let bounds = words.indices(Some("gives"))?;
                Ok(Step::Interval { operator, bounds, fact: words.fact()? })
            }
            "law" => self.law_step(words),
            "companion" => {
                self.operator(words)?;
                self.variable(words)?;
                words.expect("of")?;
                Ok(Step::Companion { operator: index(words.word()?)? })
            }
            "quotient" => {
                self.fact(words)?;
                self.variable(words)?;
                words.expect("of")?;
                Ok(Step::Quotient { operator: index(words.word()?)? })
            }
            "runs" => self.runs_step(words),
            "split" => self.split_step(words),
            "case" => self.case_step(words),
            "close" => {
                let (before, _, _) = self.splits.pop().ok_or_else(|| "no split is open".to_owned())?;
                self.restore(before);
                Ok(Step::Close)
            }
            "contradiction" => Ok(Step::Contradiction { fact: index(words.word()?)? }),
            _ => Err(format!("`{word}` is no step of a proof")),
        }
    }

    /// Multiples of facts, divided: `1*3 + -2*4 / 2 gives …`
    fn sum_step(&mut self, words: &mut Words<'_>) -> Read<Step> {
        self.fact(words)?;
        let mut parts = Vec::new();
        let mut divisor = Number::ONE;
        loop {
            let part = words.word()?;
            let (factor, fact) =
                part.split_once('*').ok_or_else(|| format!("`{part}` is no multiple of a fact"))?;
            parts.push((number(factor)?, index(fact)?));
            match words.word()? {
                "+" => {}
                "/" => {
                    divisor = number(words.word()?)?;
                    words.expect("gives")?;
                    break;
                }
                "gives" => break,
                other => return Err(format!("`{other}` is not expected here")),
            }
        }
        Ok(Step::Sum { parts, divisor, fact: words.fact()? })
    }

    fn law_step(&mut self, words: &mut Words<'_>) -> Read<Step> {
        self.fact(words)?;
        let operator = index(words.word()?)?;
        let kind = match words.word()? {
            "with" => Law::With(index(words.word()?)?),
            "rounding" => Law::Rounding,
            "by" => Law::Plain,
            other => return Err(format!("`{other}` is not expected here")),
        };
        if kind != Law::Plain {
            words.expect("by")?;
        }
        Ok(Step::Law { operator, kind, bounds: words.indices(None)? })
    }

    fn runs_step(&mut self, words: &mut Words<'_>) -> Read<Step> {
        self.fact(words)?;
        let first = self.variables;
        while words.peek() != Some("of") {
            self.variable(words)?;
        }
        words.expect("of")?;
        let count = self.variables - first;
        self.facts += 2 * count + 1;
        let operator = index(words.word()?)?;
        words.expect("by")?;
        Ok(Step::Runs { operator, count, bounds: words.indices(None)? })
    }

    fn split_step(&mut self, words: &mut Words<'_>) -> Read<Step> {
        let before = Names { splits: Vec::new(), ..self.clone() };
        self.fact(words)?;
        let variable = words.variable()?;
        words.expect("<=")?;
        let value = number(words.word()?)?;
        self.splits.push((before, variable, value.clone()));
        Ok(Step::Split { variable, value })
    }

    fn case_step(&mut self, words: &mut Words<'_>) -> Read<Step> {
        let Some((before, variable, value)) = self.splits.last().cloned() else {
            return Err("no split is open".to_owned());
        };
        self.restore(before);
        self.fact(words)?;
        words.expect(&format!("v{variable}"))?;
        words.expect(">=")?;
        words.expect(&(value + Number::ONE).to_string())?;
        Ok(Step::Case)
    }

    fn restore(&mut self, before: Names) {
        let splits = std::mem::take(&mut self.splits);
        *self = Names { splits, ..before };
    }
}

/// `value v3 = 5`
pub(super) fn value(word: &str, words: &mut Words<'_>, variable: usize) -> Read<Number> {
    if word != "value" {
        return Err(format!("`{word}` is no line of a model"));
    }
    words.expect(&format!("v{variable}"))?;
    words.expect("=")?;
    number(words.word()?)
}
