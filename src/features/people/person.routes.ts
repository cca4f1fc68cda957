import { answerPage } from '../../server/lists/cursor.ts';
import { route } from '../../server/http/route.ts';
import { mergePeople, separateAddress, undoMerge } from './merge.contract.ts';
import { merge, separate, takeBackMerge } from './merge.service.ts';
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
  route(mergePeople, (context) => merge(context, context.params, context.body)),
  route(undoMerge, (context) => takeBackMerge(context, context.params.id)),
  route(separateAddress, (context) => separate(context, context.params)),
  route(searchPeople, (context) => findAnybody(context, context.body.search)),
];
