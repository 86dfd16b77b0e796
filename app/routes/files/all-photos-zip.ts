import { defineFile } from '~/http/files.server';
import { paths } from '~/paths';
import { sendAllPhotos } from './archives.server';

/** /event/photos.zip: every photo, for the organizer. */
export const loader = defineFile({ who: 'organizer', back: paths.home(), answer: sendAllPhotos });
