# FocusCheck with a C compiler, so that what is found can be replayed:
#   docker build -t focuscheck .
#   docker run --rm -v "$PWD:/src" focuscheck check /src
FROM rust:1-slim-bookworm AS build
WORKDIR /focuscheck
COPY . .
RUN cargo build --locked --profile dist

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev git && rm -rf /var/lib/apt/lists/*
COPY --from=build /focuscheck/target/dist/focuscheck /usr/local/bin/focuscheck
# Programs that are replayed are run with the rights of this user.
RUN useradd --create-home user
USER user
WORKDIR /src
ENTRYPOINT ["focuscheck"]
CMD ["--help"]
