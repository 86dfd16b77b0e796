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
import { MissionCardSheet, MissionTentSheet, SingleMissionSheet } from './mission-sheets.server';
import { PageSheet } from './page-sheet.server';
import { renderPages } from './render-pages.server';
import {
  PRODUCT,
  type Faces,
  type InvitationContent,
  type MissionPrint,
  type SheetProps,
} from './sheet.server';
import { openFace } from './typeset.server';

/** The layouts of one sheet. */
type OneSheet = Exclude<InvitationLayout, 'tables' | 'missions' | 'mission-tents'>;

const SHEETS: Record<OneSheet, (props: SheetProps) => ReactElement> = {
  page: PageSheet,
  cards: CardSheet,
  'cards-4': TallCardSheet,
  tents: TentSheet,
};
/** How many cards, or tents, are on one sheet. */
const CARDS_ON_SHEET = 8;
const TENTS_ON_SHEET = 4;

/**
 * Renders an invitation as a PDF of one sheet (rule `invitation.pdf`), or the cards of tables or
 * missions on as many as they need (rules `tables.cards`, `missions.printed`). Characters that no font has are
 * left out. A name of which nothing remains is replaced by the call to scan the code.
 */
export async function renderInvitation(content: InvitationContent): Promise<Uint8Array> {
  const { words, steps, eventName, organizerName, description, address, shortAddress } = content;
  const { tables = [], missions } = content;
  const labels = tables.map(({ label }) => label);
  const missionTexts = missions ? missions.cards.map(({ text }) => text) : [];
  const faces: Faces = {
    name: await openFace('display', [eventName, words.scan, ...labels, ...missionTexts]),
    own: await openFace('display', [PRODUCT, '123']),
    regular: await openFace('regular', [
      description,
      shortAddress,
      missions?.how ?? '',
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
      missions?.label ?? '',
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
      missions: missions && {
        ...missions,
        cards: missions.cards.map((card) => ({
          ...card,
          text: faces.name.drawable(card.text) || missions.label,
        })),
      },
    },
    set: (text, { face, color, isParted, ...style }) => {
      const setting = { ...style, hyphenate: isParted ? hyphenate : undefined };
      return { ...faces[face].set(text, setting), color };
    },
  };
  const paper = content.paper.toUpperCase() as Uppercase<Paper>;
  return renderPages(content, { paper, sheet }, sheetsOf(props));
}

/** The sheets of a document: one, or as many as the cards of the tables need. */
function sheetsOf(props: SheetProps): ReactElement[] {
  const { layout, paper, tables = [], missions } = props.content;
  if (layout === 'missions' || layout === 'mission-tents') {
    return missions ? missionSheets(props, layout, missions) : [];
  }
  if (layout !== 'tables') {
    const Sheet = paper === 'a6' ? SingleCardSheet : SHEETS[layout];
    return [<Sheet {...props} key={layout} />];
  }
  if (paper === 'a6') {
    return tables.map((table, index) => <SingleTableSheet {...props} table={table} key={index} />);
  }
  return chunk(tables, CARDS_ON_SHEET).map((some, index) => (
    <TableCardSheet {...props} tables={some} key={index} />
  ));
}

function missionSheets(
  props: SheetProps,
  layout: 'missions' | 'mission-tents',
  print: MissionPrint,
): ReactElement[] {
  const { cards } = print;
  if (props.content.paper === 'a6') {
    return cards.map((card, index) => (
      <SingleMissionSheet {...props} {...{ print, card }} key={index} />
    ));
  }
  const [Sheet, count] =
    layout === 'missions' ? [MissionCardSheet, CARDS_ON_SHEET] : [MissionTentSheet, TENTS_ON_SHEET];
  return chunk(cards, count).map((some, index) => (
    <Sheet {...props} print={print} cards={some} key={index} />
  ));
}

/** The items in order, `size` of them at a time. */
function chunk<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}
