// Made from the description of the API by scripts/api-types.ts.

export interface paths {
  '/api/user': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The caller’s own record
     * @description A visitor has the id -1.
     */
    get: operations['getUser'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/photos': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Adds a photo to one of the caller’s slots */
    post: operations['postPhotos'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/photos/event/{eventId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The feed, newest first
     * @description Whole, or in pages, whose `Link` header has the next one.
     */
    get: operations['getPhotosEventByEventId'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/photos/user/{userId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists one member’s photos by slot */
    get: operations['getPhotosUserByUserId'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/events/{eventId}/top-photos': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The ranking */
    get: operations['getEventsByEventIdTopPhotos'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/favorites': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the photos that the caller has starred */
    get: operations['getFavorites'];
    put?: never;
    /** Gives a star */
    post: operations['postFavorites'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/missions/mine': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The caller’s own cards */
    get: operations['getMissionsMine'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    User: {
      /** @description A visitor has -1. */
      id: number;
      username: string;
      email: string;
      name: string;
      eventId: number;
      isOrganizer: boolean;
      isVisitor: boolean;
      selfieUrl: string | null;
      /** @description The table they sit at; null for none. */
      tableId: number | null;
    };
    Photo: {
      id: number;
      imageUrl: string;
      userId: number;
      eventId: number;
      /** @description The slot, from 1. */
      position: number;
      /** @description Null for whoever may not be told it. */
      favoriteCount: number | null;
      /** Format: date-time */
      createdAt: string;
      /** @description Its owner’s words. */
      caption: string | null;
      /** @description The mission it was taken for. */
      missionId: number | null;
      /** @description Whether it came after the contest, and is out of it. */
      late: boolean;
      /**
       * @description For its owner and organizers only.
       * @enum {string}
       */
      status?: 'shown' | 'pending' | 'hidden';
      /** @description By how many members it was seen; for organizers only. */
      views?: number;
    };
    FeedPhoto: {
      id: number;
      imageUrl: string;
      userId: number;
      eventId: number;
      /** @description The slot, from 1. */
      position: number;
      /** @description Null for whoever may not be told it. */
      favoriteCount: number | null;
      /** Format: date-time */
      createdAt: string;
      /** @description Its owner’s words. */
      caption: string | null;
      /** @description The mission it was taken for. */
      missionId: number | null;
      /** @description Whether it came after the contest, and is out of it. */
      late: boolean;
      /**
       * @description For its owner and organizers only.
       * @enum {string}
       */
      status?: 'shown' | 'pending' | 'hidden';
      /** @description By how many members it was seen; for organizers only. */
      views?: number;
      userName: string;
      userSelfie: string | null;
    };
    TopPhoto: {
      id: number;
      favoriteCount: number;
      imageUrl: string;
      userName: string;
      userSelfie: string | null;
      caption: string | null;
    };
    Star: {
      userId: number;
      photoId: number;
    };
    Hand: {
      cards: {
        /** @description Null once the mission was removed. */
        missionId: number | null;
        text: string | null;
        /** @description When its photo was sent; null for the open card. */
        doneAt: string | null;
      }[];
      canSwap: boolean;
      /** @description How many cards are still to come. */
      left: number;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  getUser: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description For `If-None-Match`. */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['User'];
        };
      };
    };
  };
  postPhotos: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          /** @description JSON: `userId`, `eventId`, `position`, and perhaps `uploadId`. */
          data: string;
          caption?: string;
          missionId?: (number | string) | string;
          /** Format: binary */
          image: string;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Photo'];
        };
      };
    };
  };
  getPhotosEventByEventId: {
    parameters: {
      query?: {
        limit?: number;
        /** @description The position that a `Link` header gave. */
        after?: string;
        /** @description With `id`, only the ids of all photos. */
        fields?: string;
      };
      header?: never;
      path: {
        eventId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description For `If-None-Match`. */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | components['schemas']['FeedPhoto'][]
            | {
                id: number;
              }[];
        };
      };
    };
  };
  getPhotosUserByUserId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description For `If-None-Match`. */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Photo'][];
        };
      };
    };
  };
  getEventsByEventIdTopPhotos: {
    parameters: {
      query?: {
        limit?: number;
      };
      header?: never;
      path: {
        eventId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description For `If-None-Match`. */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TopPhoto'][];
        };
      };
    };
  };
  getFavorites: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description For `If-None-Match`. */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Photo'][];
        };
      };
    };
  };
  postFavorites: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          userId: number | string;
          photoId: number | string;
          /** Format: date-time */
          givenAt?: string;
        };
        'application/x-www-form-urlencoded': {
          userId: number | string;
          photoId: number | string;
          /** Format: date-time */
          givenAt?: string;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Star'];
        };
      };
    };
  };
  getMissionsMine: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          /** @description For `If-None-Match`. */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Hand'];
        };
      };
    };
  };
}
