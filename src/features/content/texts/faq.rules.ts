import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';
import { ANY_KIT_SENTENCE, NO_REFUND_SENTENCE } from '../../../shared/plan.ts';

/** What people ask us again and again; four more places stay empty until somebody fills them. */
export const FAQ = section(
  'faq',
  {
    title: words('Questions and answers'),
    intro: words(
      'If your question is not here, write to us. One of us reads and answers every message.',
    ),
    q1_question: words('What is the kit, and what is it not?'),
    q1_answer: words(
      'The kit is a keepsake of the campaign. In law, it is neither a passport nor a travel document. No state has to let you in because of it, and no visa can be put in it. Keep using the passport that your state has given you.',
    ),
    q2_question: words('Who is behind the campaign?'),
    q2_answer: words(
      'We are a private initiative. We speak for ourselves and for everyone who signs with us. We do not speak for any state, any party or the African Union.',
    ),
    q3_question: words('What does my signature do?'),
    q3_answer: words(
      'It shows that one more person wants an Africa that Africans can cross freely. We count the signatures, in total and by country. Signing is free. It does not buy the kit and commits you to nothing.',
    ),
    q4_question: words('Do I have to buy anything to take part?'),
    q4_answer: words('No. Signing, volunteering and writing to us are free.'),
    q5_question: words('What does the kit cost, and how can I pay?'),
    q5_answer: words(
      'You can pay once or in monthly payments. Both prices are beside the form. The next step shows the ways to pay and what is due when, before you pay anything. Once your first payment has arrived, your price does not change.',
    ),
    q6_question: words('When will my kit be sent?'),
    q6_answer: ANY_KIT_SENTENCE,
    q7_question: words('Can I get my money back?'),
    q7_answer: NO_REFUND_SENTENCE,
    q8_question: words('How can I have my signature or my details removed?'),
    q8_answer: words(
      'To withdraw your signature, use the link in our email or write to us. Deleting your account on your profile page does not withdraw it. To have other details removed, write to us. The Privacy Policy says what we keep and for how long.',
    ),
    q9_question: '',
    q9_answer: '',
    q10_question: '',
    q10_answer: '',
    q11_question: '',
    q11_answer: '',
    q12_question: '',
    q12_answer: '',
  },
  [
    'intro',
    'q1_answer',
    'q2_answer',
    'q3_answer',
    'q4_answer',
    'q5_answer',
    'q6_answer',
    'q7_answer',
    'q8_answer',
  ],
);
