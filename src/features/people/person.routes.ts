import { answerPage } from '../../server/lists/cursor.ts';
import { route } from '../../server/http/route.ts';
import type { PersonalDataSource } from '../../server/personal-data.ts';
import { erasePerson, exportPerson } from './personal-data/person-data.contract.ts';
import { erase, exportPersonAs } from './personal-data/person-data.service.ts';
import { words } from '../../shared/words.ts';
import { mergePeople, separateAddress, undoMerge } from './merge.contract.ts';
import { merge, separate, takeBackMerge } from './merge.service.ts';
import { findPerson, listPersonTimeline, searchPeople } from './person.contract.ts';
import { addNoteOfPerson, listPersonTags, tagPerson } from './notes/person-note.contract.ts';
import { noteOf, tag } from './notes/person-note.service.ts';
import { listUsedTags } from './notes/person-note.store.ts';
import { findAnybody, readPerson, readTimeline } from './person.service.ts';

/** How many moments are shown at a time. */
const usualLimit = 50;

export const personRoutes = (sources: readonly PersonalDataSource[]) => [
  route(listPersonTags, ({ db }) => listUsedTags(db)),
  route(findPerson, (context) => readPerson(context, context.params)),
  route(listPersonTimeline, (context) => {
    const { record, id } = context.params;
    const path = `/api/admin/people/${record}/${id}/moments`;
    return answerPage(context, { path, usualLimit }, (page) =>
      readTimeline(context, { record, id }, page),
    );
  }),
  route(addNoteOfPerson, async (context) => {
    await noteOf(context, context.params, context.body.text);
    return { message: words('The note was added.') };
  }),
  route(tagPerson, async (context) => {
    await tag(context, context.params, context.body);
    return {
      message: context.body.isOn ? words('The tag was added.') : words('The tag was removed.'),
    };
  }),
  route(exportPerson, (context) =>
    exportPersonAs(context, context.params, { form: context.query.as, sources }),
  ),
  route(erasePerson, async (context) => {
    await erase(context, context.params, sources);
    return { message: words('What we kept about this person is erased.') };
  }),
  route(mergePeople, (context) => merge(context, context.params, context.body)),
  route(undoMerge, (context) => takeBackMerge(context, context.params.id)),
  route(separateAddress, (context) => separate(context, context.params)),
  route(searchPeople, (context) => findAnybody(context, context.body.search)),
];
