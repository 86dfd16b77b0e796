import { Canvas, View } from '@react-pdf/renderer';
import type { ComponentProps, ReactElement, ReactNode } from 'react';

// Tags for screen readers and for copying: what is a heading, a text or a figure, in reading order, and what is
// only decoration. react-pdf does not tag, but PDFKit below it does: it hands its document to a listener for
// the structure of a text, and we mark our own drawing with it.

/** How a text is tagged. */
export type Tag = 'H1' | 'P';

/** An element of the structure, in PDFKit. */
interface Element {
  document: Writer;
  add(child: Element): void;
}

/** The part of PDFKit's document that tags. */
interface Writer {
  getMarkInfoDictionary(): { data: { Marked?: boolean } };
  struct(type: string, options?: { alt?: string }, children?: unknown[]): Element;
  addStructure(element: Element): void;
  markContent(tag: 'Artifact', options: { type: string }): void;
  markStructureContent(tag: string): unknown;
  endMarkedContent(): void;
}

/** The part of react-pdf's painter that draws texts. */
export interface Painter {
  fillColor(color: string): Painter;
  font(font: unknown, name: string, size: number): Painter;
  text(text: string, x: number, y: number, options: object): Painter;
}

/** The root of the document that is being painted. Painting is not interrupted, so there is only one. */
let root: Element | null = null;

/** Begins the tags of a document; the first thing on its page. */
export function Tagged({ children }: { children: ReactNode }): ReactElement {
  return (
    <>
      <Brush
        paint={(painter) => {
          const add = (element: Element) => {
            const { document } = element;
            document.getMarkInfoDictionary().data.Marked = true;
            root = document.struct('Document');
            document.addStructure(root);
            root.add(element);
            document.endMarkedContent();
          };
          // An empty text draws nothing; its empty group has no meaning.
          painter.text('', 0, 0, {
            lineBreak: false,
            structType: 'NonStruct',
            structParent: { add },
          });
        }}
      />
      {children}
    </>
  );
}

/** Draws what belongs to one element. */
export function drawTagged(tag: Tag, draw: () => void): void {
  begin(tag);
  draw();
  root?.document.endMarkedContent();
}

/** A drawing with its description, or decoration, which readers skip. */
export function Marked({
  alt,
  style,
  children,
}: {
  alt?: string;
  style?: ComponentProps<typeof View>['style'];
  children: ReactNode;
}): ReactElement {
  return (
    <View style={style}>
      <Brush
        paint={() => {
          if (alt === undefined) root?.document.markContent('Artifact', { type: 'Layout' });
          else begin('Figure', alt);
        }}
      />
      {children}
      <Brush paint={() => root?.document.endMarkedContent()} />
    </View>
  );
}

function begin(tag: Tag | 'Figure', alt?: string): void {
  if (!root) return;
  const { document } = root;
  const content = document.markStructureContent(tag);
  root.add(document.struct(tag, { alt }, [content]));
}

/** Paints without taking any place. */
function Brush({ paint }: { paint: (painter: Painter) => void }): ReactElement {
  return (
    <Canvas
      style={{ position: 'absolute', width: 1, height: 1 }}
      paint={(painter: Painter) => {
        paint(painter);
        return null;
      }}
    />
  );
}
