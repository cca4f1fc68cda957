export const EMAIL_PATH = '/admin/email';
export const BULK_PATH = `${EMAIL_PATH}/bulk`;
export const INDIVIDUAL_PATH = `${EMAIL_PATH}/individual`;
export const TEMPLATES_PATH = `${EMAIL_PATH}/templates`;
export const SUPPRESSIONS_PATH = `${EMAIL_PATH}/not-mailed`;

/** The addresses below the tab's own. */
export const EMAIL_PAGE_PATHS: readonly string[] = [
  BULK_PATH,
  INDIVIDUAL_PATH,
  SUPPRESSIONS_PATH,
  TEMPLATES_PATH,
];

/** The page behind the unsubscribe link of a bulk mail; it asks once more. */
export const UNSUBSCRIBE_PAGE = '/account/unsubscribe';
