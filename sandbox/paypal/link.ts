/** A link of an answer. */
export const link = (href: string, rel: string, method = 'GET') => ({ href, rel, method });
