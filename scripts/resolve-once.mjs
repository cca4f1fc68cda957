// Finds each export of drizzle-orm once: `node --import ./scripts/resolve-once.mjs …`.
//
// Its package.json lists its exports on 178 KB, and Node parses that for every import of it and for every file of its
// own (lib/internal/modules/package_json_reader.js): one second of processor time, half of what a start takes.
// Nothing else changes: an export is found where Node finds it, and a file of the package is beside the one that
// names it, as all its files are modules.
import * as modules from 'node:module';

const found = new Map();

// An older Node has no such hook, and starts as it did.
modules.registerHooks?.({
  resolve(specifier, context, next) {
    const { parentURL = '', conditions } = context;
    if (/^\.\.?\//.test(specifier) && /\/node_modules\/drizzle-orm\/.*\.js$/.test(parentURL))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    if (!/^drizzle-orm(\/|$)/.test(specifier)) return next(specifier, context);
    // `require` and `import` find different files, and a package of another's may have its own copy.
    const place = parentURL.includes('/node_modules/') ? parentURL : '';
    const key = `${specifier} ${conditions.join()} ${place}`;
    const known = found.get(key) ?? { ...next(specifier, context), shortCircuit: true };
    found.set(key, known);
    return known;
  },
});
