import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { type Device, describeDevice } from '../../members/device.rules.ts';
import { Facts } from './Facts.tsx';

/** When and with what something was done, so that its author remembers, and anybody else wonders. */
export function Deed(props: {
  when: string;
  device: Device;
  more?: readonly (readonly [name: string, value: string])[];
}) {
  const t = useWords();
  const { momentInWords } = useDates();
  return (
    <Facts
      facts={[
        ...(props.more ?? []),
        [t('When'), momentInWords(props.when)],
        [t('With'), describeDevice(t, props.device)],
      ]}
    />
  );
}
