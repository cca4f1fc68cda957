import { answerPage } from '../../server/lists/cursor.ts';
import { route } from '../../server/http/route.ts';
import { findPerson, listPersonTimeline, searchPeople } from './person.contract.ts';
import { findAnybody, readPerson, readTimeline } from './person.service.ts';

/** How many moments are shown at a time. */
const usualLimit = 50;

export const personRoutes = [
  route(findPerson, (context) => readPerson(context, context.params)),
  route(listPersonTimeline, (context) => {
    const { record, id } = context.params;
    const path = `/api/admin/people/${record}/${id}/moments`;
    return answerPage(context, { path, usualLimit }, (page) =>
      readTimeline(context, { record, id }, page),
    );
  }),
  route(searchPeople, (context) => findAnybody(context, context.body.search)),
];
