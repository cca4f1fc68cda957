// Compiles Sandbox.sol into Sandbox.json. By hand, when the source changes; the compiler is no dependency of the site:
//   npm install --prefix /tmp/solc solc@0.8.37 && node sandbox/chain/contracts/compile.mjs /tmp/solc
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const at = (name) => new URL(name, import.meta.url);
const solc = createRequire(`${process.argv[2]}/`)('solc');
const input = {
  language: 'Solidity',
  sources: { 'Sandbox.sol': { content: readFileSync(at('./Sandbox.sol'), 'utf8') } },
  settings: {
    optimizer: { enabled: true, runs: 200 },
    evmVersion: 'cancun',
    metadata: { bytecodeHash: 'none', appendCBOR: false },
    outputSelection: { '*': { '*': ['abi', 'evm.deployedBytecode.object'] } },
  },
};
const output = JSON.parse(solc.compile(JSON.stringify(input)));
for (const { formattedMessage } of output.errors ?? []) console.error(formattedMessage);
const contracts = Object.entries(output.contracts['Sandbox.sol']).map(([name, { abi, evm }]) => [
  name,
  { abi, code: `0x${evm.deployedBytecode.object}` },
]);
writeFileSync(at('./Sandbox.json'), `${JSON.stringify(Object.fromEntries(contracts), null, 1)}\n`);
