import { route } from '../../../../../server/http/route.ts';
import { readCryptoStatus } from './crypto-status.contract.ts';
import { checkCrypto } from '../quotes/price.service.ts';

export const cryptoStatusRoutes = [route(readCryptoStatus, (context) => checkCrypto(context))];
