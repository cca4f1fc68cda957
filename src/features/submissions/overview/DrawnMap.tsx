import { useQuery } from '@tanstack/react-query';
import { Africa, AfricaLegend } from '../../../web/pictures/Africa.tsx';
import { read } from '../../../web/queries.ts';
import { countSignatures } from '../../declaration/declaration.contract.ts';

/** The map with its shades. */
export function DrawnMap() {
  const { data } = useQuery(read(countSignatures));
  return (
    <div className="grid max-w-lg gap-4">
      <Africa byCountry={data?.byCountry ?? {}} />
      <AfricaLegend byCountry={data?.byCountry ?? {}} />
    </div>
  );
}
