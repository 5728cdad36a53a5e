/**
 * Mounts calls, media and health in `astro dev`, so that development and production answer alike.
 */
export function devServer() {
  return {
    name: 'hearth:dev-server',
    hooks: {
      'astro:server:setup': ({ server }) => {
        server.middlewares.use(async (req, res, next) => {
          try {
            const { answerInDevelopment } =
              await server.environments.ssr.runner.import('/src/app/dev.ts');
            if (!(await answerInDevelopment(req, res))) next();
          } catch (error) {
            next(error);
          }
        });
      },
    },
  };
}
