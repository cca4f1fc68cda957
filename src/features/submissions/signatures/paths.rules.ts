/** Where the signatures of the declaration are listed. */
export const DECLARATIONS_PATH = '/admin/declarations';
/** How many they are, by country, day and source. */
export const COUNTRIES_PATH = `${DECLARATIONS_PATH}/countries`;
/** What is unusual about them, and what was invalidated. */
export const UNUSUAL_PATH = `${DECLARATIONS_PATH}/unusual-days`;
/** Those on paper. */
export const PAPER_PATH = `${DECLARATIONS_PATH}/paper`;
