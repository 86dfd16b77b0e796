import { defineFile } from '~/http/files.server';
import { paths } from '~/paths';
import { sendTopPhotos } from './archives.server';

/** /top/photos.zip: the ranking's photos, for members. */
export const loader = defineFile({ who: 'member', back: paths.top(), answer: sendTopPhotos });
