// What a transaction means, in the words of the wallet's window.

/** `transfer(address,uint256)` of a token. */
const TRANSFER = '0xa9059cbb';
const USDT = '0xdac17f958d2ee523a2206206994597c13d831ec7';

/** What a transaction pays, to a person. */
export function payment({ to, value = '0x0', data = '0x' }) {
  if (String(to).toLowerCase() === USDT && data.startsWith(TRANSFER))
    return {
      Amount: `${decimal(BigInt(`0x${data.slice(74, 138)}`), 6)} USDT`,
      To: `0x${data.slice(34, 74)}`,
    };
  return { Amount: `${decimal(BigInt(value), 18)} ETH`, To: String(to) };
}

function decimal(units, decimals) {
  const digits = units.toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return digits.slice(0, -decimals) + (fraction && `.${fraction}`);
}

/** An address to recognise, not to copy. */
export const short = (address) => `${address.slice(0, 6)}…${address.slice(-4)}`;
