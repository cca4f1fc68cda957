import * as z from 'zod/mini';
import { CAMPAIGN_COUNTRIES } from './country.ts';
import { line } from './schema.ts';
import { words } from './words.ts';

/** The fields of a person in public forms, each with its sentences (specification §5). */
export const firstName = line({
  max: 100,
  missing: words('Please enter your first name'),
  message: words('Please shorten your first name to at most 100 characters'),
});

export const lastName = line({
  max: 100,
  missing: words('Please enter your last name'),
  message: words('Please shorten your last name to at most 100 characters'),
});

/** One of the 54 + 5. */
export const campaignCountry = z.enum(
  CAMPAIGN_COUNTRIES,
  words('Please choose your country from the list'),
);
