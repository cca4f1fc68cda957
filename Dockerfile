# syntax=docker/dockerfile:1

# ── build: all packages, the browser's files and the mails ──
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --loglevel=error
COPY tsconfig*.json vite.config.ts ./
COPY scripts ./scripts
COPY src ./src
RUN node node_modules/vite/bin/vite.js build --app

# ── packages: what the running app needs; its Node is the image's own ──
FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --loglevel=error && rm -rf node_modules/node-linux-*

# ── the app ──
FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json ./
COPY migrations ./migrations
COPY scripts ./scripts
COPY src ./src
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself, not npm: the process that gets SIGTERM is the one that drains.
CMD ["node", "--import", "./scripts/resolve-once.mjs", "src/server/main.ts"]
