import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';
import { ANY_KIT_SENTENCE, NO_REFUND_SENTENCE } from '../../../shared/plan.ts';

/** What people and the campaign owe each other. Names no country's law; the form shows the amounts. */
export const TERMS = section(
  'terms',
  {
    title: words('Terms of Service'),
    intro: words(
      'These are the rules between you and the campaign, in plain words. By using this site, signing or buying a kit, you agree to them.',
    ),
    s1_title: words('Who we are'),
    s1_text: words(
      'We are a private initiative. We speak for ourselves and for everyone who signs with us. We do not speak for any state, any party or the African Union. None of them has given us a mandate or supports us.',
    ),
    s2_title: words('What the kit is not'),
    s2_text: words(
      'The kit is a keepsake of the campaign. In law, it is neither a passport nor a travel document. No state has to let you in because of it, and no visa can be put in it. It proves neither your identity nor your age, and gives no citizenship and no right to live anywhere. Do not show it to officers at a border, to the police or at a bank. Keep using the passport that your state has given you.',
    ),
    s3_title: words('The Unity Declaration'),
    s3_text: words(
      'Sign once, in your own name. Signing is free. It does not buy the kit and commits you to nothing. We may publish how many people have signed, in total and by country. To withdraw your signature, use the link in our email or write to us.',
    ),
    s4_title: words('Price and payment'),
    s4_text: words(
      'The price of each plan, the number of payments and the total are shown beside the form and beside the button that pays. The price you saw when you applied stays the same as long as you pay on time. If the plan has several payments, you can cancel it as the checkout explains: you stop paying, and payments already made are not refunded. A payment counts once it has reached us.',
    ),
    s5_title: words('No refunds'),
    s5_text: NO_REFUND_SENTENCE,
    s6_title: words('Delivery'),
    s6_text: ANY_KIT_SENTENCE,
    s7_title: words('If something is wrong'),
    s7_text: words(
      'If the kit does not arrive, arrives damaged or has the wrong name on it, tell us and we will fix it. Please give us a street address: a courier cannot deliver to a P.O. box.',
    ),
    s8_title: words('What we ask of you'),
    s8_text: words(
      'Tell us the truth about yourself, and apply for other people only if they want you to. Keep your password to yourself. Do not pass the kit off as a state document: in many places that is a crime, and you alone are responsible for it. Do not send us anything that insults or threatens others, and do not try to break the site. We may remove such entries and close such accounts.',
    ),
    s9_title: words('What we are responsible for'),
    s9_text: words(
      'We take care that this site works and tells the truth, and we name our sources. We cannot promise that it will never be interrupted or that the campaign will reach its goal. Where the law makes us liable, these terms do not change that.',
    ),
    s10_title: words('Changes'),
    s10_text: words(
      'We may change these terms. If you have already applied for a kit, the terms of that day still apply to it.',
    ),
  },
  [
    'intro',
    's1_text',
    's2_text',
    's3_text',
    's4_text',
    's5_text',
    's6_text',
    's7_text',
    's8_text',
    's9_text',
    's10_text',
  ],
);
