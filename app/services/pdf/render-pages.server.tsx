import { Document, Page, renderToBuffer, View } from '@react-pdf/renderer';
import type { ReactElement } from 'react';
import { PRODUCT, type Size } from './sheet.server';
import { Tagged } from './tagging.server';

/** Points per millimetre: sheets use millimetres, PDFs points. */
const POINTS = 72 / 25.4;

/**
 * Renders sheets as a tagged PDF, each on a page.
 * @param size the paper, and its size in millimetres
 */
export function renderPages(
  { title, language }: { title: string; language: string },
  { paper, sheet }: { paper: 'A4' | 'A5' | 'A6' | 'LETTER'; sheet: Size },
  sheets: ReactElement[],
): Promise<Uint8Array> {
  const place = { ...sheet, transform: `scale(${POINTS})`, transformOrigin: '0 0' };
  return renderToBuffer(
    <Document title={title} author={PRODUCT} creator={PRODUCT} language={language} pdfVersion="1.7">
      {sheets.map((one, index) => (
        <Page key={index} size={paper}>
          <View style={place}>
            <Tagged>{one}</Tagged>
          </View>
        </Page>
      ))}
    </Document>,
  );
}
