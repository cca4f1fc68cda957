import { words } from '../../shared/words.ts';

/** The select lists of the partnership application (specification §3). */
export const ORGANIZATION_TYPES: readonly string[] = [
  words('Government Agency'),
  words('Non-Governmental Organization (NGO)'),
  words('Business/Corporation'),
  words('Educational Institution'),
  words('Religious Organization'),
  words('Community Organization'),
  words('International Organization'),
  words('Media Organization'),
  words('Research Institution'),
  words('Other'),
];

export const ORGANIZATION_SIZES: readonly string[] = [
  words('1-10 employees'),
  words('11-50 employees'),
  words('51-200 employees'),
  words('201-1000 employees'),
  words('1000+ employees'),
  words('Not applicable'),
];

export const PARTNERSHIP_TYPES: readonly string[] = [
  words('Strategic Partnership'),
  words('Financial Support/Sponsorship'),
  words('Advocacy & Awareness'),
  words('Technology & Innovation'),
  words('Educational & Training'),
  words('Media & Communications'),
  words('Research & Development'),
  words('Event Collaboration'),
  words('Other'),
];
