import * as z from 'zod/mini';
import { admin } from '../../shared/access.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { CHOICE_LISTS, LONGEST_VIEW_NAME, MOST_VIEWS } from '../../shared/list-choices.ts';
import { line, MessageAnswer } from '../../shared/schema.ts';
import { words } from '../../shared/words.ts';

const NOT_OURS = words('This choice is not valid for this list');
export const TOO_MANY_VIEWS = words('You can save at most 20 views of a list');
const text = (max: number) => z.string().check(z.maxLength(max, NOT_OURS));

const Choices = z.strictObject({
  columns: z.nullable(z.array(text(50)).check(z.maxLength(50, NOT_OURS))),
  views: z
    .array(
      z.strictObject({
        name: line({
          max: LONGEST_VIEW_NAME,
          message: words('Please shorten the name of the view to at most 60 characters'),
        }),
        query: z.record(text(30), text(200)),
      }),
    )
    .check(
      z.maxLength(MOST_VIEWS, TOO_MANY_VIEWS),
      z.refine(
        (views) => new Set(views.map(({ name }) => name)).size === views.length,
        words('There is already a view with this name'),
      ),
    ),
  defaultView: z.nullable(text(LONGEST_VIEW_NAME)),
});

export const readListChoices = endpoint({
  name: 'readListChoices',
  summary:
    'The columns and views that the caller has chosen, by list; absent for one left as it is',
  method: 'GET',
  path: '/api/admin/list-choices',
  access: admin('own:change'),
  answer: z.partialRecord(z.enum(CHOICE_LISTS), Choices),
});

export const saveListChoices = endpoint({
  name: 'saveListChoices',
  summary:
    'Choose the columns and views of a list, for the caller alone; what they changed in another tab since `seen` stays',
  method: 'PUT',
  path: '/api/admin/list-choices/:list',
  access: admin('own:change'),
  params: z.object({ list: z.enum(CHOICE_LISTS) }),
  body: z.extend(Choices, { seen: Choices }),
  answer: z.extend(MessageAnswer, { choices: Choices }),
});
