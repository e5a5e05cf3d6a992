# The site in a container (docs/operations.md). NODE_IMAGE is any Debian with Node and npm whose user 1000 is nobody else; its version is that of
# runtime/package.json.
ARG NODE_IMAGE=docker.io/library/node:26.10.0-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM ${NODE_IMAGE}
# The site needs Node alone.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* /usr/local/bin/yarn* \
    && printf '#!/bin/sh\nexec node /app/dist/server/src/server/cli.js "$@"\n' > /usr/local/bin/meridian \
    && chmod 755 /usr/local/bin/meridian \
    && install -d -o 1000 -g 1000 -m 700 /data /backups
WORKDIR /app
COPY package.json ./
COPY migrations migrations
COPY public public
COPY seed seed
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
# MALLOC_ARENA_MAX and the flags below: scripts/site-process.mjs says why.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data MALLOC_ARENA_MAX=2
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=10m --retries=3 CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "--max-semi-space-size=8", "--no-parallel-scavenge", "--max-old-space-size=192", "dist/server/src/server/main.js"]
