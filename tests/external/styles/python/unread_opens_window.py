import pygame

pygame.init()
screen = pygame.display.set_mode((540, 600))
board = [[0] * 9 for _ in range(9)]
while True:
    for event in pygame.event.get():
        if event.type == pygame.KEYDOWN:
            board[0][0] = event.key - pygame.K_0
    pygame.display.flip()
