import * as z from 'zod/mini';
import { admin } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { PICTURE_USES } from '../../../shared/picture.ts';
import { words } from '../../../shared/words.ts';
import { uploadLimitBytes } from './pictures.rules.ts';

const CHOOSE = words('Please choose a picture.');
const percent = z.int().check(z.gte(0), z.lte(100));

export const addPicture = endpoint({
  name: 'addPicture',
  summary:
    'Keep a picture, made anew in the sizes of its place and without anything that was hidden in the file; no page shows it before a text names `file`',
  method: 'POST',
  path: '/api/admin/pictures',
  access: admin('content:write'),
  status: 201,
  bodyLimitBytes: uploadLimitBytes,
  body: z.strictObject({
    use: z.enum(PICTURE_USES),
    /** The file in base64: JPEG, PNG or WebP. */
    content: z.string(CHOOSE).check(z.minLength(1, CHOOSE)),
    /** Where a card is cut: percent from the left and from the top, the middle unless said otherwise. */
    focus: z.optional(z.strictObject({ x: percent, y: percent })),
  }),
  answer: z.object({ message: z.string(), file: z.string() }),
});
