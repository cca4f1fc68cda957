# syntax=docker/dockerfile:1

# Stage 1: build the pages, scripts, styles and mails
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --loglevel=error
# With the packages that only the build uses: they are in the pages and mails too. `--omit=dev` loses nodemailer.
RUN npm sbom --sbom-format=cyclonedx --legacy-peer-deps > sbom.cdx.json
COPY tsconfig*.json vite.config.ts ./
COPY scripts ./scripts
COPY src ./src
RUN node node_modules/vite/bin/vite.js build --app

# Stage 2: install the packages that the site needs to run; Node comes from the image
FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --loglevel=error && rm -rf node_modules/node-linux-*

# Stage 3: the site
FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/sbom.cdx.json ./
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
# Node, not npm: npm would receive SIGTERM instead of the site, and requests would not be finished.
CMD ["node", "--import", "./scripts/resolve-once.mjs", "src/server/main.ts"]
