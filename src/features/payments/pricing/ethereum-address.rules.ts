import { getAddress, isAddress } from 'viem/utils';

/** Whether it is an Ethereum address; one in mixed case must carry the right checksum (EIP-55). */
export const isEthereumAddress = (text: string) => isAddress(text);

/** The address with its checksum, so that a typing error is noticed. */
export const checksummed = (address: string): string => getAddress(address);
