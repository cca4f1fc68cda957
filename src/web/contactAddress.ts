export { CONTACT_ADDRESS } from '../shared/contact-address.ts';
