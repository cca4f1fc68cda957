import { readFile } from 'node:fs/promises';
import type { Route } from '../../control.ts';

/** In the order in which they need each other. */
const MODULES = ['confirm.js', 'wording.js', 'provider.js', 'announce.js'];

/** The test wallet as one classic script: a page may load that from another origin without any permission. */
export function walletRoute(rpcUrl: string): Route {
  return {
    method: 'GET',
    path: '/wallet.js',
    async handle() {
      const sources = await Promise.all(
        MODULES.map((name) => readFile(new URL(name, import.meta.url), 'utf8')),
      );
      const body = sources.map(withoutModules).join('\n');
      return {
        headers: {
          'content-type': 'text/javascript; charset=utf-8',
          'cross-origin-resource-policy': 'cross-origin',
        },
        body: `(() => {\n'use strict';\nglobalThis.sandboxRpcUrl = ${JSON.stringify(rpcUrl)};\n${body}})();\n`,
      };
    },
  };
}

/** Modules in one function need neither imports nor exports. */
const withoutModules = (source: string) => source.replaceAll(/^import .*\n|^export /gm, '');
