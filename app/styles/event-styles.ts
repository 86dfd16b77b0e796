import stylesheet from './event.css?url';

/** The `links` of a route with screens of an event, or of the administrator: what app.css leaves out. */
export const eventStyles = () => [{ rel: 'stylesheet', href: stylesheet }];
