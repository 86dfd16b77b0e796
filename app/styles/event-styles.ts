import stylesheet from './event.css?url';

/** The `links` of a route with screens of an event's, or the administrator's: what app.css leaves out. */
export const eventStyles = () => [{ rel: 'stylesheet', href: stylesheet }];
