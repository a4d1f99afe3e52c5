import type { FirstWords } from './en.ts';

export const es: FirstWords = {
  enroll_title: 'Añade tu huella',
  verify_title: 'Confirma que eres tú',
  phone_lead: 'Abre la aplicación en este móvil y coloca el dedo cuando te lo pida.',
  app_waiting: 'Esperando a la aplicación',
  open_app: 'Abrir la aplicación',
  use_other_phone: 'Usar otro móvil',
  display_text_from: 'Mensaje de {merchant}',
  time_left: 'Quedan',
  cancel: 'Cancelar',
  privacy: 'La foto se queda en tu móvil. Solo se envían medidas y un dibujo aproximado de las líneas, todo cifrado.',
};
