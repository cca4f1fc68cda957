/** Where a person reads what is written to the campaign: on the site, and where answers to our mails go. */
export const CONTACT_ADDRESS = 'hello@oneafricapassport.org';
