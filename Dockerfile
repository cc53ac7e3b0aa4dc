# The server with its console, in an image of its own program and nothing else.
FROM node:24-bookworm-slim AS node

FROM golang:1.26-bookworm AS build
COPY --from=node /usr/local /usr/local
WORKDIR /sarai
COPY . .
RUN CGO_ENABLED=0 make build && mkdir /data

FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=build /sarai/bin/sarai /sarai
COPY --from=build --chown=nonroot /data /data
ENV SARAI_ADDR=0.0.0.0:8080 SARAI_DATA_DIR=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s CMD ["/sarai", "healthcheck"]
ENTRYPOINT ["/sarai"]
CMD ["serve"]
