int main(void) {
    case 1:
    default:
    return 0;
}
