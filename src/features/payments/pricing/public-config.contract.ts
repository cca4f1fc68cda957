import * as z from 'zod/mini';
import { anyone } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { CONFIG_TYPES } from './payment-config.rules.ts';

/** Apart from the administrators' contract, so that a visitor's page carries no address checker. */
export const listActivePaymentConfig = endpoint({
  name: 'listActivePaymentConfig',
  summary: 'Prices and payment destinations in force',
  method: 'GET',
  path: '/api/payment-config',
  access: anyone,
  answer: z.array(
    z.object({
      configType: z.enum(CONFIG_TYPES),
      configData: z.looseObject({}),
      isActive: z.boolean(),
    }),
  ),
});
