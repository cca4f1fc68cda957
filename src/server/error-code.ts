import { fieldsOf } from '../shared/record.ts';

/** The code of an error of Node, PostgreSQL or a library, such as `ENOENT` or `23505`. */
export const codeOf = (error: unknown) => fieldsOf(error).code;
