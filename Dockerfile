# The image of a server: the built program and the packages that it runs with, nothing else.
# docs/operations.md says how to run it; compose.yaml adds PostgreSQL and HTTPS.

FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:22-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
# A new volume takes its owner and its mode from this folder.
RUN install --directory --owner=node --group=node --mode=0700 /data
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/package.json ./
COPY --from=build /app/db/migrations ./db/migrations
# The photos of the demo event
COPY --from=build /app/app/demo/images ./app/demo/images
COPY --from=build /app/build ./build
USER node
VOLUME ["/data"]
EXPOSE 3000
STOPSIGNAL SIGTERM
# The image has no curl. A first start copies its database, which takes a moment on a slow disk.
HEALTHCHECK --interval=30s --timeout=5s --start-period=90s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Not through npm, which would not pass the stop signal on.
CMD ["node", "build/server.js"]
