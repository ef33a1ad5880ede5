# The API server, and with `--target worker` what runs jobs; the site is static files for any host
# (docs/server.md, docs/operations.md).

# A tag moves; docs/server.md says how to name one image by its digest.
ARG NODE_IMAGE=node:24-slim
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json scripts/server-packages.mjs ./
# Not `npm ci`: the lock file has more in it than is left.
RUN node server-packages.mjs \
  && npm install --omit=dev --omit=optional --omit=peer --ignore-scripts --no-audit --no-fund

FROM ${NODE_IMAGE} AS worker-packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

FROM ${NODE_IMAGE} AS worker
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* /usr/local/bin/yarn*
ENV NODE_ENV=production
WORKDIR /app
COPY --from=worker-packages /app/node_modules ./node_modules
COPY package.json toolkit.config.ts LICENSE THIRD_PARTY_NOTICES.md ./
COPY bin ./bin
COPY core ./core
COPY audio ./audio
COPY cli ./cli
COPY server ./server
COPY models ./models
RUN mkdir .toolkit && chown node:node .toolkit
VOLUME /app/.toolkit
USER node
# `docker stop` waits for the jobs that run: give it more seconds than `--drain`.
STOPSIGNAL SIGTERM
CMD ["node", "bin/toolkit.mjs", "worker"]

FROM ${NODE_IMAGE}
# Node runs TypeScript as it is: nothing is built, and nothing installs packages any more.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* /usr/local/bin/yarn*
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json toolkit.config.ts LICENSE THIRD_PARTY_NOTICES.md ./
COPY bin ./bin
COPY core ./core
COPY cli ./cli
COPY server ./server
COPY locales ./locales
COPY models ./models
COPY content/tools ./content/tools
COPY runtime/public/languages.json ./runtime/public/languages.json
# Database file, objects, outbox: what is kept in files where the environment names no other place.
RUN mkdir .toolkit && chown node:node .toolkit
VOLUME /app/.toolkit
USER node
EXPOSE 8787
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bin/toolkit.mjs", "serve"]
