const fetching: Record<string, Promise<unknown> | undefined> = {};

/**
 * Fetches the files of a part into the browser's cache. The build calls it before each `import()` (vite.config.ts),
 * because Chromium never fetches again a module that it could not have. After a failure the next call tries again.
 */
export const fetchFirst = (files: readonly string[]): Promise<unknown> =>
  Promise.all(
    files.map(
      (file) =>
        (fetching[file] ??= fetch(`/${file}`)
          .then((answer) => (answer.ok ? answer.blob() : Promise.reject(answer)))
          .catch((error: unknown) => {
            fetching[file] = undefined;
            throw error;
          })),
    ),
  );
