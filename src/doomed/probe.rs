//! Runs that try to contradict: the machine is started in the function, in many states.
