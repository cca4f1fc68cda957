import { route } from '../../../server/http/route.ts';
import { words } from '../../../shared/words.ts';
import { readWelcomeSeries, saveWelcomeSeries, switchWelcomeSeries } from './welcome.contract.ts';
import { readSeries, saveMails, switchSeries } from './welcome.service.ts';

export const welcomeRoutes = [
  route(readWelcomeSeries, (context) => readSeries(context)),
  route(saveWelcomeSeries, async (context) => ({
    message: words('Emails that leave from now on have the new text.'),
    version: await saveMails(context, context.body),
  })),
  route(switchWelcomeSeries, async (context) => ({
    version: await switchSeries(context, context.body),
    message: context.body.isOn
      ? words('Whoever confirms from now on and asked for news gets the welcome emails.')
      : words('Nobody gets a welcome email any more.'),
  })),
];
