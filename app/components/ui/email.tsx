import { Fragment } from 'react';

/** An e-mail address, which breaks after its sign and before its dots, and nowhere else. */
export function Email({ address }: { address: string }) {
  return address.split(/(?<=@)|(?=\.)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
