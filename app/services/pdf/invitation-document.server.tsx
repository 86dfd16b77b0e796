import { Document, Page, renderToBuffer, View } from '@react-pdf/renderer';
import type { ReactElement } from 'react';
import {
  CardSheet,
  SingleCardSheet,
  SingleTableSheet,
  TableCardSheet,
  TallCardSheet,
  TentSheet,
} from './card-sheets.server';
import { hyphenationIn } from './hyphenation.server';
import { PAPERS, type InvitationLayout, type Paper } from './layout';
import { PageSheet } from './page-sheet.server';
import { PRODUCT, type Faces, type InvitationContent, type SheetProps } from './sheet.server';
import { Tagged } from './tagging.server';
import { openFace } from './typeset.server';

const SHEETS: Record<Exclude<InvitationLayout, 'tables'>, (props: SheetProps) => ReactElement> = {
  page: PageSheet,
  cards: CardSheet,
  'cards-4': TallCardSheet,
  tents: TentSheet,
};
/** How many tables have their cards on one sheet. */
const CARDS_ON_SHEET = 8;
/** Points per millimetre: sheets use millimetres, PDFs points. */
const POINTS = 72 / 25.4;

/**
 * Renders an invitation as a PDF of one sheet (rule `invitation.pdf`), or the cards of tables on as many as they
 * need (rule `tables.cards`). Characters that no font has are
 * left out. A name of which nothing remains is replaced by the call to scan the code.
 */
export async function renderInvitation(content: InvitationContent): Promise<Uint8Array> {
  const { words, steps, eventName, organizerName, description, address, shortAddress } = content;
  const { tables = [] } = content;
  const labels = tables.map(({ label }) => label);
  const faces: Faces = {
    name: await openFace('display', [eventName, words.scan, ...labels]),
    own: await openFace('display', [PRODUCT, '123']),
    regular: await openFace('regular', [
      description,
      shortAddress,
      words.event,
      words.organizer,
      words.address,
      ...steps.map(({ text }) => text),
    ]),
    bold: await openFace('bold', [
      eventName,
      organizerName,
      address,
      content.day,
      words.invited,
      words.scan,
      ...steps.flatMap(({ title, short }) => [title, short]),
    ]),
  };
  const hyphenate = hyphenationIn(content.language);
  const sheet = PAPERS[content.paper];
  const props: SheetProps = {
    sheet,
    content: {
      ...content,
      eventName: faces.bold.drawable(eventName) || words.scan,
      organizerName: faces.bold.drawable(organizerName) || words.scan,
    },
    set: (text, { face, color, isParted, ...style }) => {
      const setting = { ...style, hyphenate: isParted ? hyphenate : undefined };
      return { ...faces[face].set(text, setting), color };
    },
  };
  const inMillimetres = { ...sheet, transform: `scale(${POINTS})`, transformOrigin: '0 0' };
  return renderToBuffer(
    <Document
      title={content.title}
      author={PRODUCT}
      creator={PRODUCT}
      language={content.language}
      pdfVersion="1.7"
    >
      {sheetsOf(props).map((one, index) => (
        <Page key={index} size={content.paper.toUpperCase() as Uppercase<Paper>}>
          <View style={inMillimetres}>
            <Tagged>{one}</Tagged>
          </View>
        </Page>
      ))}
    </Document>,
  );
}

/** The sheets of a document: one, or as many as the cards of the tables need. */
function sheetsOf(props: SheetProps): ReactElement[] {
  const { layout, paper, tables = [] } = props.content;
  if (layout !== 'tables') {
    const Sheet = paper === 'a6' ? SingleCardSheet : SHEETS[layout];
    return [<Sheet {...props} key={layout} />];
  }
  if (paper === 'a6') {
    return tables.map((table, index) => <SingleTableSheet {...props} table={table} key={index} />);
  }
  const count = Math.ceil(tables.length / CARDS_ON_SHEET);
  return Array.from({ length: count }, (_, index) => {
    const first = index * CARDS_ON_SHEET;
    return (
      <TableCardSheet {...props} tables={tables.slice(first, first + CARDS_ON_SHEET)} key={index} />
    );
  });
}
