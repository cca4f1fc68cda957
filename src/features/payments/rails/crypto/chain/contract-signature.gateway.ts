import { createPublicClient, custom, type PublicClient } from 'viem';

interface Signed {
  address: `0x${string}`;
  message: string;
  signature: `0x${string}`;
}

/**
 * Whether a contract says that it has signed a text (EIP-1271; EIP-6492 for one that is not deployed yet), as one node
 * runs it. Throws when the node cannot run it: viem takes that for a no.
 */
export async function isSignedByContract(node: PublicClient, signed: Signed): Promise<boolean> {
  let failure: { error: unknown } | undefined;
  const watched = createPublicClient({
    transport: custom(
      {
        async request(asked) {
          try {
            return await node.request(asked);
          } catch (error) {
            if (!isRefusedByContract(error)) failure = { error };
            throw error;
          }
        },
      },
      { retryCount: 0 },
    ),
  });
  const isValid = await watched.verifyMessage(signed);
  if (failure) throw failure.error;
  return isValid;
}

/** The codes with which nodes report that a contract has reverted: geth and anvil, geth of old, Nethermind. */
const REVERTED: readonly unknown[] = [3, -32_000, -32_015];

/** By the code of the error itself, or of what caused it. */
function isRefusedByContract(error: unknown): boolean {
  for (let at = error, depth = 0; typeof at === 'object' && at !== null && depth < 10; depth += 1) {
    if ('code' in at && REVERTED.includes(at.code)) return true;
    at = 'cause' in at ? at.cause : undefined;
  }
  return false;
}
